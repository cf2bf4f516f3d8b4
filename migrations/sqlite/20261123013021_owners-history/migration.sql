ALTER TABLE `catalog_history` ADD `hotel_id` integer;--> statement-breakpoint
UPDATE `catalog_history` SET `hotel_id` = `hotel`.`id` FROM `hotel` WHERE `entity` = 'hotel' AND `hotel`.`slug` = `entity_id`;--> statement-breakpoint
UPDATE `catalog_history` SET `hotel_id` = `hotel`.`id` FROM `hotel` WHERE `entity` IN ('room_type', 'rate', 'member') AND `hotel`.`slug` = substr(`entity_id`, 1, instr(`entity_id`, '/') - 1);--> statement-breakpoint
UPDATE `catalog_history` SET `hotel_id` = json_extract(`after`, '$.hotelId') WHERE `entity` IN ('api_key', 'webhook');--> statement-breakpoint
UPDATE `catalog_history` SET `hotel_id` = `review`.`hotel_id` FROM `review` WHERE `entity` = 'review' AND `review`.`id` = `entity_id`;--> statement-breakpoint
CREATE INDEX `catalog_history_hotel` ON `catalog_history` (`hotel_id`,`at_ms`,`seq`);--> statement-breakpoint
CREATE INDEX `catalog_history_kind` ON `catalog_history` (`hotel_id`,`entity`,`at_ms`,`seq`);--> statement-breakpoint
CREATE INDEX `catalog_history_actor` ON `catalog_history` (`hotel_id`,`actor_id`,`at_ms`,`seq`);