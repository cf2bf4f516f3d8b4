CREATE TABLE `push_replay` (
	`api_key_id` text NOT NULL,
	`key` text NOT NULL,
	`request_hash` text NOT NULL,
	`push_id` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	CONSTRAINT `push_replay_pk` PRIMARY KEY(`api_key_id`, `key`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `day` ADD `live` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `day` ADD `shortfall` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `day` ADD `oversold` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `day_history` ADD `shortfall_before` integer;--> statement-breakpoint
ALTER TABLE `day_history` ADD `shortfall` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `push` ADD `corrected` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `push` ADD `stale` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `room_type` ADD `overbooking_rooms` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `day_oversold` ON `day` (`hotel_id`,`date`) WHERE "day"."oversold";--> statement-breakpoint
CREATE INDEX `push_replay_created` ON `push_replay` (`created_at_ms`);--> statement-breakpoint
WITH RECURSIVE `night` (`hotel_id`, `room_code`, `date`, `until`, `rooms`) AS (
	SELECT `hotel_id`, `room_code`, `checkin`, CASE `status` WHEN 'no_show' THEN date(`checkin`, '+1 day') ELSE `checkout` END, `rooms`
	FROM `booking` WHERE `status` IN ('pending', 'confirmed', 'no_show')
	UNION ALL
	SELECT `hotel_id`, `room_code`, date(`date`, '+1 day'), `until`, `rooms` FROM `night` WHERE date(`date`, '+1 day') < `until`
)
UPDATE `day` SET `live` = `sold`.`rooms`
FROM (SELECT `hotel_id`, `room_code`, `date`, sum(`rooms`) AS `rooms` FROM `night` GROUP BY 1, 2, 3) AS `sold`
WHERE `day`.`hotel_id` = `sold`.`hotel_id` AND `day`.`room_code` = `sold`.`room_code` AND `day`.`date` = `sold`.`date`;--> statement-breakpoint
INSERT INTO `change` (`hotel_id`, `actor_type`, `actor_id`, `at_ms`)
SELECT DISTINCT `day`.`hotel_id`, 'system', 'cap', cast(unixepoch('subsec') * 1000 AS integer)
FROM `day` JOIN `room_type` ON `room_type`.`hotel_id` = `day`.`hotel_id` AND `room_type`.`room_code` = `day`.`room_code`
WHERE `day`.`date` >= date('now', '-12 hours') AND `day`.`available` > max(0, `room_type`.`total_rooms` - `day`.`live`);--> statement-breakpoint
INSERT INTO `day_history` (`hotel_id`, `room_code`, `date`, `change_seq`, `available_before`, `price_cents_before`, `closed_before`, `shortfall_before`, `available`, `price_cents`, `closed`, `shortfall`)
SELECT `day`.`hotel_id`, `day`.`room_code`, `day`.`date`, `change`.`seq`, `day`.`available`, `day`.`price_cents`, `day`.`closed`, 0, max(0, `room_type`.`total_rooms` - `day`.`live`), `day`.`price_cents`, `day`.`closed`, max(0, `day`.`live` - `room_type`.`total_rooms`)
FROM `day` JOIN `room_type` ON `room_type`.`hotel_id` = `day`.`hotel_id` AND `room_type`.`room_code` = `day`.`room_code`
JOIN `change` ON `change`.`hotel_id` = `day`.`hotel_id` AND `change`.`actor_type` = 'system' AND `change`.`actor_id` = 'cap'
WHERE `day`.`date` >= date('now', '-12 hours') AND `day`.`available` > max(0, `room_type`.`total_rooms` - `day`.`live`);--> statement-breakpoint
UPDATE `day` SET
	`available` = min(`available`, max(0, `room_type`.`total_rooms` - `live`)),
	`shortfall` = CASE WHEN `available` > max(0, `room_type`.`total_rooms` - `live`) THEN max(0, `live` - `room_type`.`total_rooms`) ELSE 0 END,
	`oversold` = `live` > `room_type`.`total_rooms`
FROM `room_type`
WHERE `room_type`.`hotel_id` = `day`.`hotel_id` AND `room_type`.`room_code` = `day`.`room_code` AND `day`.`date` >= date('now', '-12 hours') AND `room_type`.`total_rooms` IS NOT NULL AND (`available` > max(0, `room_type`.`total_rooms` - `live`) OR `live` > `room_type`.`total_rooms`);
