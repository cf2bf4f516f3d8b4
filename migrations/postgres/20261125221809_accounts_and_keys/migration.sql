CREATE TABLE "device" (
	"user_id" text COLLATE "C",
	"hash" text COLLATE "C",
	"seen_at_ms" bigint NOT NULL,
	CONSTRAINT "device_pkey" PRIMARY KEY("user_id","hash")
);
--> statement-breakpoint
CREATE TABLE "known_place" (
	"user_id" text COLLATE "C",
	"place" text COLLATE "C",
	"seen_at_ms" bigint NOT NULL,
	CONSTRAINT "known_place_pkey" PRIMARY KEY("user_id","place")
);
--> statement-breakpoint
CREATE TABLE "passkey" (
	"id" text COLLATE "C" PRIMARY KEY,
	"user_id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"public_key" text COLLATE "C" NOT NULL,
	"counter" bigint NOT NULL,
	"host" text COLLATE "C" NOT NULL,
	"transports" text COLLATE "C" NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"last_used_at_ms" bigint
);
--> statement-breakpoint
CREATE TABLE "passkey_challenge" (
	"challenge" text COLLATE "C" PRIMARY KEY,
	"user_id" text COLLATE "C",
	"purpose" text COLLATE "C" NOT NULL,
	"expires_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "visit" (
	"user_id" text COLLATE "C",
	"hotel_id" integer,
	"hour_ms" bigint,
	CONSTRAINT "visit_pkey" PRIMARY KEY("user_id","hotel_id","hour_ms")
);
--> statement-breakpoint
ALTER TABLE "account_link" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "api_key" ADD COLUMN "last_used_from" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "api_key" ADD COLUMN "created_by" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "stepped_up_at_ms" bigint;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "last_used_from" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "vendor" ADD COLUMN "previous_prefix" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "vendor" ADD COLUMN "previous_hash" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "vendor" ADD COLUMN "previous_until_ms" bigint;--> statement-breakpoint
ALTER TABLE "vendor" ADD COLUMN "created_by" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "webhook" ADD COLUMN "created_by" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "webhook" ADD COLUMN "created_by_key" text COLLATE "C";--> statement-breakpoint
CREATE INDEX "device_seen" ON "device" ("seen_at_ms");--> statement-breakpoint
CREATE INDEX "known_place_seen" ON "known_place" ("seen_at_ms");--> statement-breakpoint
CREATE INDEX "passkey_user" ON "passkey" ("user_id");--> statement-breakpoint
CREATE INDEX "passkey_challenge_expires" ON "passkey_challenge" ("expires_at_ms");--> statement-breakpoint
CREATE INDEX "vendor_previous" ON "vendor" ("previous_hash") WHERE "previous_hash" is not null;--> statement-breakpoint
CREATE INDEX "visit_hour" ON "visit" ("hour_ms");