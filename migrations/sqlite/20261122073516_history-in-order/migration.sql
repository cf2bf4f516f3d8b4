CREATE TABLE `__new_day_history` (
	`hotel_id` integer NOT NULL,
	`room_code` text NOT NULL,
	`date` text NOT NULL,
	`change_seq` integer NOT NULL,
	`available_before` integer,
	`price_cents_before` integer,
	`closed_before` integer,
	`shortfall_before` integer,
	`available` integer NOT NULL,
	`price_cents` integer,
	`closed` integer NOT NULL,
	`shortfall` integer DEFAULT 0 NOT NULL,
	CONSTRAINT `day_history_pk` PRIMARY KEY(`change_seq`, `room_code`, `date`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_day_history`(`hotel_id`, `room_code`, `date`, `change_seq`, `available_before`, `price_cents_before`, `closed_before`, `shortfall_before`, `available`, `price_cents`, `closed`, `shortfall`) SELECT `hotel_id`, `room_code`, `date`, `change_seq`, `available_before`, `price_cents_before`, `closed_before`, `shortfall_before`, `available`, `price_cents`, `closed`, `shortfall` FROM `day_history` ORDER BY `change_seq`, `room_code`, `date`;--> statement-breakpoint
DROP TABLE `day_history`;--> statement-breakpoint
ALTER TABLE `__new_day_history` RENAME TO `day_history`;--> statement-breakpoint
CREATE INDEX `day_history_day` ON `day_history` (`hotel_id`,`room_code`,`date`,`change_seq`);