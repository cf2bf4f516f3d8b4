CREATE TABLE "photo_width" (
	"id" text COLLATE "C" PRIMARY KEY,
	"sha256" text COLLATE "C" NOT NULL,
	"bytes" bytea NOT NULL
);
--> statement-breakpoint
ALTER TABLE "photo" ADD COLUMN "colour" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "photo" ADD COLUMN "widths" text COLLATE "C";