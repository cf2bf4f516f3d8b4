ALTER TABLE `day` ADD `last_seq` integer;--> statement-breakpoint
ALTER TABLE `day_history` ADD `prev_seq` integer;--> statement-breakpoint
ALTER TABLE `rate_day` ADD `last_seq` integer;--> statement-breakpoint
ALTER TABLE `rate_day_history` ADD `prev_seq` integer;--> statement-breakpoint
UPDATE `day` SET `last_seq` = (SELECT max(`change_seq`) FROM `day_history` AS `entry` WHERE `entry`.`hotel_id` = `day`.`hotel_id` AND `entry`.`room_code` = `day`.`room_code` AND `entry`.`date` = `day`.`date`);--> statement-breakpoint
UPDATE `day_history` SET `prev_seq` = (SELECT max(`change_seq`) FROM `day_history` AS `earlier` WHERE `earlier`.`hotel_id` = `day_history`.`hotel_id` AND `earlier`.`room_code` = `day_history`.`room_code` AND `earlier`.`date` = `day_history`.`date` AND `earlier`.`change_seq` < `day_history`.`change_seq`);--> statement-breakpoint
UPDATE `rate_day` SET `last_seq` = (SELECT max(`change_seq`) FROM `rate_day_history` AS `entry` WHERE `entry`.`hotel_id` = `rate_day`.`hotel_id` AND `entry`.`room_code` = `rate_day`.`room_code` AND `entry`.`rate_code` = `rate_day`.`rate_code` AND `entry`.`date` = `rate_day`.`date`);--> statement-breakpoint
UPDATE `rate_day_history` SET `prev_seq` = (SELECT max(`change_seq`) FROM `rate_day_history` AS `earlier` WHERE `earlier`.`hotel_id` = `rate_day_history`.`hotel_id` AND `earlier`.`room_code` = `rate_day_history`.`room_code` AND `earlier`.`rate_code` = `rate_day_history`.`rate_code` AND `earlier`.`date` = `rate_day_history`.`date` AND `earlier`.`change_seq` < `rate_day_history`.`change_seq`);--> statement-breakpoint
DROP INDEX IF EXISTS `day_history_day`;--> statement-breakpoint
DROP INDEX IF EXISTS `rate_day_history_day`;