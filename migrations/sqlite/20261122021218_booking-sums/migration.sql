CREATE TABLE `agency_sum` (
	`agency_id` integer NOT NULL,
	`day` text NOT NULL,
	`currency` text NOT NULL,
	`status` text NOT NULL,
	`bookings` integer NOT NULL,
	`total_price_cents` integer NOT NULL,
	`commission_cents` integer NOT NULL,
	CONSTRAINT `agency_sum_pk` PRIMARY KEY(`agency_id`, `day`, `currency`, `status`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `hotel_sum` (
	`hotel_id` integer NOT NULL,
	`day` text NOT NULL,
	`currency` text NOT NULL,
	`status` text NOT NULL,
	`bookings` integer NOT NULL,
	`total_price_cents` integer NOT NULL,
	`commission_cents` integer NOT NULL,
	`folded_bookings` integer DEFAULT 0 NOT NULL,
	`folded_total_price_cents` integer DEFAULT 0 NOT NULL,
	`folded_commission_cents` integer DEFAULT 0 NOT NULL,
	CONSTRAINT `hotel_sum_pk` PRIMARY KEY(`hotel_id`, `day`, `currency`, `status`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `service_sum` (
	`day` text NOT NULL,
	`currency` text NOT NULL,
	`status` text NOT NULL,
	`bookings` integer NOT NULL,
	`total_price_cents` integer NOT NULL,
	`commission_cents` integer NOT NULL,
	CONSTRAINT `service_sum_pk` PRIMARY KEY(`day`, `currency`, `status`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `booking_hotel_confirmed` ON `booking` (`hotel_id`,`checkin`) WHERE "booking"."status" = 'confirmed';--> statement-breakpoint
CREATE INDEX `booking_hotel_unacked` ON `booking` (`hotel_id`,`checkout`,`updated_at_ms`) WHERE "booking"."revision" > coalesce("booking"."acked_revision", 0) and ("booking"."status" in ('confirmed', 'no_show', 'completed') or "booking"."status" = 'cancelled' and "booking"."confirmed_at_ms" is not null);--> statement-breakpoint
CREATE INDEX `hotel_sum_moved` ON `hotel_sum` (`hotel_id`,`day`) WHERE "hotel_sum"."bookings" <> "hotel_sum"."folded_bookings" or "hotel_sum"."total_price_cents" <> "hotel_sum"."folded_total_price_cents" or "hotel_sum"."commission_cents" <> "hotel_sum"."folded_commission_cents";--> statement-breakpoint
INSERT INTO `hotel_sum` (`hotel_id`, `day`, `currency`, `status`, `bookings`, `total_price_cents`, `commission_cents`, `folded_bookings`, `folded_total_price_cents`, `folded_commission_cents`)
SELECT `hotel_id`, `day`, `currency`, `status`, `bookings`, `total`, `commission`, `bookings`, `total`, `commission` FROM (
	SELECT `hotel_id`, date(`created_at_ms` / 1000, 'unixepoch') AS `day`, `currency`, `status`, count(*) AS `bookings`, sum(`total_price_cents`) AS `total`, coalesce(sum(`commission_cents`), 0) AS `commission`
	FROM `booking` GROUP BY 1, 2, 3, 4
);--> statement-breakpoint
INSERT INTO `agency_sum` (`agency_id`, `day`, `currency`, `status`, `bookings`, `total_price_cents`, `commission_cents`)
SELECT `agency_id`, date(`created_at_ms` / 1000, 'unixepoch'), `currency`, `status`, count(*), sum(`total_price_cents`), coalesce(sum(`commission_cents`), 0)
FROM `booking` WHERE `agency_id` IS NOT NULL GROUP BY 1, 2, 3, 4;--> statement-breakpoint
INSERT INTO `agency_sum` (`agency_id`, `day`, `currency`, `status`, `bookings`, `total_price_cents`, `commission_cents`)
SELECT `agency_id`, '', `currency`, `status`, sum(`bookings`), sum(`total_price_cents`), sum(`commission_cents`)
FROM `agency_sum` GROUP BY 1, 3, 4;--> statement-breakpoint
INSERT INTO `service_sum` (`day`, `currency`, `status`, `bookings`, `total_price_cents`, `commission_cents`)
SELECT `day`, `currency`, `status`, sum(`bookings`), sum(`total_price_cents`), sum(`commission_cents`)
FROM `hotel_sum` GROUP BY 1, 2, 3;--> statement-breakpoint
INSERT INTO `meta` (`key`, `value`) VALUES ('sums_folded_at', CAST(unixepoch() * 1000 AS text));
