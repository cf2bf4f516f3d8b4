CREATE TABLE "agency_logo" (
	"id" text COLLATE "C" PRIMARY KEY,
	"type" text COLLATE "C" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"sha256" text COLLATE "C" NOT NULL,
	"bytes" bytea NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agency" ADD COLUMN "licence_number" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "agency" ADD COLUMN "address" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "agency" ADD COLUMN "phone" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "agency" ADD COLUMN "logo_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "agency" ADD COLUMN "second_factor_required" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "agency_role" text COLLATE "C";--> statement-breakpoint
CREATE INDEX "user_agency" ON "user" ("agency_id","id") WHERE "agency_id" is not null;