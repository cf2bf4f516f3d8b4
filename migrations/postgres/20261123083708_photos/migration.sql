CREATE TABLE "photo" (
	"id" text COLLATE "C" PRIMARY KEY,
	"hotel_id" integer NOT NULL,
	"room_code" text COLLATE "C",
	"position" integer NOT NULL,
	"alt_tr" text COLLATE "C" NOT NULL,
	"alt_en" text COLLATE "C" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"sha256" text COLLATE "C" NOT NULL,
	"created_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "photo_bytes" (
	"photo_id" text COLLATE "C" PRIMARY KEY,
	"bytes" bytea NOT NULL
);
--> statement-breakpoint
CREATE INDEX "photo_place" ON "photo" ("hotel_id","room_code","position");