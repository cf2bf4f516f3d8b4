CREATE TABLE "vendor" (
	"id" text COLLATE "C" PRIMARY KEY,
	"name" text COLLATE "C" NOT NULL,
	"contact" text COLLATE "C" NOT NULL,
	"prefix" text COLLATE "C" NOT NULL,
	"hash" text COLLATE "C" NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"rotated_at_ms" bigint
);
--> statement-breakpoint
ALTER TABLE "api_key" ADD COLUMN "vendor_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "webhook" ADD COLUMN "vendor_id" text COLLATE "C";--> statement-breakpoint
CREATE UNIQUE INDEX "api_key_connection" ON "api_key" ("vendor_id","hotel_id") WHERE "vendor_id" is not null and "revoked_at_ms" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "vendor_hash" ON "vendor" ("hash");