CREATE TABLE `mail` (
	`seq` integer PRIMARY KEY AUTOINCREMENT,
	`id` text NOT NULL UNIQUE,
	`hotel_id` integer NOT NULL,
	`booking_code` text NOT NULL,
	`revision` integer NOT NULL,
	`kind` text NOT NULL,
	`language` text NOT NULL,
	`recipient` text NOT NULL,
	`address` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer NOT NULL,
	`due_at_ms` integer,
	`leased_until_ms` integer,
	`created_at_ms` integer NOT NULL,
	`last_at_ms` integer,
	`finished_at_ms` integer,
	`answer` text
) STRICT;
--> statement-breakpoint
ALTER TABLE `booking` ADD `language` text;--> statement-breakpoint
ALTER TABLE `hotel` ADD `mail_guests` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `hotel` ADD `mail_language` text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE `hotel` ADD `mail_address` text;--> statement-breakpoint
CREATE INDEX `mail_due` ON `mail` (`due_at_ms`) WHERE "mail"."due_at_ms" is not null;--> statement-breakpoint
CREATE INDEX `mail_hotel` ON `mail` (`hotel_id`,`seq`);--> statement-breakpoint
CREATE INDEX `mail_booking` ON `mail` (`booking_code`,`seq`);--> statement-breakpoint
CREATE INDEX `mail_address` ON `mail` (`address`,`last_at_ms`);