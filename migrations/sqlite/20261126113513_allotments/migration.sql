CREATE TABLE `agency_night` (
	`hotel_id` integer NOT NULL,
	`room_code` text NOT NULL,
	`date` text NOT NULL,
	`agency_id` integer NOT NULL,
	`live` integer DEFAULT 0 NOT NULL,
	`pending` integer DEFAULT 0 NOT NULL,
	`kept_back` integer DEFAULT 0 NOT NULL,
	CONSTRAINT `agency_night_pk` PRIMARY KEY(`hotel_id`, `room_code`, `date`, `agency_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `allotment` (
	`hotel_id` integer NOT NULL,
	`room_code` text NOT NULL,
	`date` text NOT NULL,
	`agency_id` integer NOT NULL,
	`rooms` integer NOT NULL,
	`release_days` integer NOT NULL,
	CONSTRAINT `allotment_pk` PRIMARY KEY(`hotel_id`, `room_code`, `date`, `agency_id`),
	CONSTRAINT "allotment_rooms" CHECK("rooms" >= 0)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `hotel` ADD `uses_allotments` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `allotment_agency` ON `allotment` (`agency_id`,`hotel_id`);--> statement-breakpoint
WITH RECURSIVE `night` (`hotel_id`, `room_code`, `date`, `until`, `agency_id`, `status`, `rooms`) AS (
	SELECT `hotel_id`, `room_code`, `checkin`, CASE `status` WHEN 'no_show' THEN date(`checkin`, '+1 day') ELSE `checkout` END, `agency_id`, `status`, `rooms`
	FROM `booking` WHERE `agency_id` IS NOT NULL AND `status` IN ('pending', 'confirmed', 'no_show')
	UNION ALL
	SELECT `hotel_id`, `room_code`, date(`date`, '+1 day'), `until`, `agency_id`, `status`, `rooms` FROM `night` WHERE date(`date`, '+1 day') < `until`
)
INSERT INTO `agency_night` (`hotel_id`, `room_code`, `date`, `agency_id`, `live`, `pending`)
SELECT `hotel_id`, `room_code`, `date`, `agency_id`, sum(`rooms`), sum(CASE `status` WHEN 'pending' THEN `rooms` ELSE 0 END) FROM `night` GROUP BY 1, 2, 3, 4;
