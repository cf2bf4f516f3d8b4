ALTER TABLE "api_key" ADD COLUMN "feed_seq" bigint;--> statement-breakpoint
ALTER TABLE "api_key" ADD COLUMN "feed_at_ms" bigint;