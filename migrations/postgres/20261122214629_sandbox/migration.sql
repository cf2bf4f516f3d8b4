ALTER TABLE "api_key" ADD COLUMN "test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "hotel" ADD COLUMN "twin_of" integer;--> statement-breakpoint
ALTER TABLE "hotel" ADD COLUMN "retired_at_ms" bigint;--> statement-breakpoint
CREATE UNIQUE INDEX "hotel_twin" ON "hotel" ("twin_of") WHERE "twin_of" is not null and "retired_at_ms" is null;