CREATE TABLE `web_count` (
	`hotel_id` integer NOT NULL,
	`date` text NOT NULL,
	`kind` text NOT NULL,
	`times` integer NOT NULL,
	CONSTRAINT `web_count_pk` PRIMARY KEY(`hotel_id`, `date`, `kind`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `web_count_date` ON `web_count` (`date`);