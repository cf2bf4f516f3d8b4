ALTER TABLE `board` ADD `translations` text;--> statement-breakpoint
ALTER TABLE `city` ADD `translations` text;--> statement-breakpoint
ALTER TABLE `rate` ADD `translations` text;