CREATE TABLE `statement` (
	`id` integer PRIMARY KEY AUTOINCREMENT,
	`hotel_id` integer NOT NULL,
	`agency_id` integer NOT NULL,
	`month` text NOT NULL,
	`currency` text NOT NULL,
	`status` text NOT NULL,
	`started_at_ms` integer NOT NULL,
	`number` text,
	`year` integer,
	`ordinal` integer,
	`line_count` integer NOT NULL,
	`base_cents` integer NOT NULL,
	`extras_cents` integer NOT NULL,
	`commission_cents` integer NOT NULL,
	`paid_cents` integer NOT NULL,
	`owed_cents` integer NOT NULL,
	`paid_since_cents` integer NOT NULL,
	`closed_at_ms` integer,
	`due_on` text
) STRICT;
--> statement-breakpoint
CREATE TABLE `statement_adjustment` (
	`hotel_id` integer NOT NULL,
	`id` text NOT NULL,
	`agency_id` integer NOT NULL,
	`booking_id` integer NOT NULL,
	`month` text NOT NULL,
	`currency` text NOT NULL,
	`base_cents` integer NOT NULL,
	`commission_cents` integer NOT NULL,
	`owed_cents` integer NOT NULL,
	`note` text NOT NULL,
	`adjusted_number` text NOT NULL,
	`statement_id` integer,
	`actor_type` text NOT NULL,
	`actor_id` text NOT NULL,
	`at_ms` integer NOT NULL,
	CONSTRAINT `statement_adjustment_pk` PRIMARY KEY(`hotel_id`, `id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `statement_clock` (
	`hotel_id` integer PRIMARY KEY,
	`since` text NOT NULL,
	`through` text NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `statement_line` (
	`statement_id` integer NOT NULL,
	`position` integer NOT NULL,
	`booking_id` integer NOT NULL,
	`adjustment_id` text,
	`status` text NOT NULL,
	`collect` text NOT NULL,
	`checkin` text NOT NULL,
	`checkout` text NOT NULL,
	`base_cents` integer NOT NULL,
	`extras_cents` integer NOT NULL,
	`commission_cents` integer NOT NULL,
	`paid_cents` integer NOT NULL,
	`owed_cents` integer NOT NULL,
	CONSTRAINT `statement_line_pk` PRIMARY KEY(`statement_id`, `position`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `booking` ADD `statement_id` integer;--> statement-breakpoint
ALTER TABLE `booking` ADD `adjusted_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `booking_hotel_unstated` ON `booking` (`hotel_id`,`agency_id`,`checkout`,`id`) WHERE "booking"."agency_id" is not null and "booking"."statement_id" is null and ("booking"."status" = 'completed' or "booking"."status" in ('cancelled', 'no_show') and ("booking"."penalty_cents" > 0 or "booking"."extras_owed_cents" > 0 or "booking"."paid_cents" > 0));--> statement-breakpoint
CREATE INDEX `booking_agency_unstated` ON `booking` (`agency_id`,`hotel_id`,`checkout`) WHERE "booking"."agency_id" is not null and "booking"."statement_id" is null and ("booking"."status" = 'completed' or "booking"."status" in ('cancelled', 'no_show') and ("booking"."penalty_cents" > 0 or "booking"."extras_owed_cents" > 0 or "booking"."paid_cents" > 0));--> statement-breakpoint
CREATE UNIQUE INDEX `statement_month` ON `statement` (`hotel_id`,`agency_id`,`month`,`currency`);--> statement-breakpoint
CREATE UNIQUE INDEX `statement_number` ON `statement` (`number`) WHERE "statement"."number" is not null;--> statement-breakpoint
CREATE INDEX `statement_ordinal` ON `statement` (`hotel_id`,`year`,`ordinal`) WHERE "statement"."ordinal" is not null;--> statement-breakpoint
CREATE INDEX `statement_agency` ON `statement` (`agency_id`,`id`);--> statement-breakpoint
CREATE INDEX `statement_hotel` ON `statement` (`hotel_id`,`id`);--> statement-breakpoint
CREATE INDEX `statement_closing` ON `statement` (`status`) WHERE "statement"."status" = 'closing';--> statement-breakpoint
CREATE INDEX `statement_adjustment_booking` ON `statement_adjustment` (`booking_id`);--> statement-breakpoint
CREATE INDEX `statement_adjustment_hotel` ON `statement_adjustment` (`hotel_id`,`agency_id`) WHERE "statement_adjustment"."statement_id" is null;--> statement-breakpoint
CREATE INDEX `statement_adjustment_agency` ON `statement_adjustment` (`agency_id`) WHERE "statement_adjustment"."statement_id" is null;