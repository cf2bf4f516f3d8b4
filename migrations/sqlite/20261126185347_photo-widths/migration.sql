CREATE TABLE `photo_width` (
	`id` text PRIMARY KEY,
	`sha256` text NOT NULL,
	`bytes` blob NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `photo` ADD `colour` text;--> statement-breakpoint
ALTER TABLE `photo` ADD `widths` text;