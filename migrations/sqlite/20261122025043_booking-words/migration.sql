CREATE TABLE `booking_word` (
	`hotel_id` integer NOT NULL,
	`word` text NOT NULL,
	`booking_id` integer NOT NULL,
	`agency_id` integer,
	`created_at_ms` integer NOT NULL,
	CONSTRAINT `booking_word_pk` PRIMARY KEY(`hotel_id`, `word`, `booking_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
DROP INDEX IF EXISTS `booking_user`;--> statement-breakpoint
CREATE INDEX `booking_unconfirmed` ON `booking` (`status`,`created_at_ms`) WHERE "booking"."status" <> 'confirmed';--> statement-breakpoint
CREATE INDEX `booking_checkin` ON `booking` (`checkin`);--> statement-breakpoint
CREATE INDEX `booking_checkout` ON `booking` (`checkout`);--> statement-breakpoint
CREATE INDEX `booking_agency_checkin` ON `booking` (`agency_id`,`checkin`) WHERE "booking"."agency_id" is not null;--> statement-breakpoint
CREATE INDEX `booking_agency_checkout` ON `booking` (`agency_id`,`checkout`) WHERE "booking"."agency_id" is not null;--> statement-breakpoint
CREATE INDEX `booking_user_created` ON `booking` (`user_id`,`created_at_ms`) WHERE "booking"."user_id" is not null;--> statement-breakpoint
CREATE INDEX `booking_word_all` ON `booking_word` (`word`,`booking_id`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `booking_word_agency` ON `booking_word` (`agency_id`,`word`,`booking_id`,`created_at_ms`) WHERE "booking_word"."agency_id" is not null;