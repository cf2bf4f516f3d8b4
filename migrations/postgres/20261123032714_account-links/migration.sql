CREATE TABLE "account_link" (
	"id" text COLLATE "C" PRIMARY KEY,
	"kind" text COLLATE "C" NOT NULL,
	"user_id" text COLLATE "C",
	"address" text COLLATE "C" NOT NULL,
	"change_id" text COLLATE "C",
	"hotel_id" integer,
	"member_role" text COLLATE "C",
	"language" text COLLATE "C" NOT NULL,
	"mailed" boolean NOT NULL,
	"actor_type" text COLLATE "C" NOT NULL,
	"actor_id" text COLLATE "C" NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"expires_at_ms" bigint NOT NULL,
	"used_at_ms" bigint,
	"ended_at_ms" bigint
);
--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "link_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "proven_address" text COLLATE "C";--> statement-breakpoint
CREATE INDEX "account_link_created" ON "account_link" ("created_at_ms");--> statement-breakpoint
CREATE INDEX "account_link_address" ON "account_link" ("address","created_at_ms");--> statement-breakpoint
CREATE INDEX "account_link_user" ON "account_link" ("user_id","created_at_ms") WHERE "user_id" is not null;--> statement-breakpoint
CREATE INDEX "account_link_hotel" ON "account_link" ("hotel_id","created_at_ms") WHERE "hotel_id" is not null;--> statement-breakpoint
CREATE INDEX "account_link_change" ON "account_link" ("change_id") WHERE "change_id" is not null;--> statement-breakpoint
CREATE INDEX "mail_link" ON "mail" ("link_id") WHERE "link_id" is not null;--> statement-breakpoint
UPDATE "user" SET "proven_address" = "email" WHERE "role" <> 'guest';
