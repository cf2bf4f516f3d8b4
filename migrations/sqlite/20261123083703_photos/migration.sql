CREATE TABLE `photo` (
	`id` text PRIMARY KEY,
	`hotel_id` integer NOT NULL,
	`room_code` text,
	`position` integer NOT NULL,
	`alt_tr` text NOT NULL,
	`alt_en` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`type` text NOT NULL,
	`sha256` text NOT NULL,
	`created_at_ms` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `photo_bytes` (
	`photo_id` text PRIMARY KEY,
	`bytes` blob NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `photo_place` ON `photo` (`hotel_id`,`room_code`,`position`);