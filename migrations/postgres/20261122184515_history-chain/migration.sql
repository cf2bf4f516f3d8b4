DROP INDEX "day_history_day";--> statement-breakpoint
DROP INDEX "rate_day_history_day";--> statement-breakpoint
ALTER TABLE "day" ADD COLUMN "last_seq" bigint;--> statement-breakpoint
ALTER TABLE "day_history" ADD COLUMN "prev_seq" bigint;--> statement-breakpoint
ALTER TABLE "rate_day" ADD COLUMN "last_seq" bigint;--> statement-breakpoint
ALTER TABLE "rate_day_history" ADD COLUMN "prev_seq" bigint;