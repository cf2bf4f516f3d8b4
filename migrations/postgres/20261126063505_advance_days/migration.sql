ALTER TABLE "rate_day" ADD COLUMN "min_advance_days" integer;--> statement-breakpoint
ALTER TABLE "rate_day" ADD COLUMN "max_advance_days" integer;--> statement-breakpoint
ALTER TABLE "rate_day_history" ADD COLUMN "min_advance_days" integer;--> statement-breakpoint
ALTER TABLE "rate_day_history" ADD COLUMN "max_advance_days" integer;