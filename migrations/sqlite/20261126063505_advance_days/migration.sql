ALTER TABLE `rate_day` ADD `min_advance_days` integer;--> statement-breakpoint
ALTER TABLE `rate_day` ADD `max_advance_days` integer;--> statement-breakpoint
ALTER TABLE `rate_day_history` ADD `min_advance_days` integer;--> statement-breakpoint
ALTER TABLE `rate_day_history` ADD `max_advance_days` integer;