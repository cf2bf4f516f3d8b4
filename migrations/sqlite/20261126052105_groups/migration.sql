ALTER TABLE `booking` ADD `arrival_time` text;--> statement-breakpoint
ALTER TABLE `booking` ADD `guest_names` text;--> statement-breakpoint
ALTER TABLE `booking` ADD `company` text;--> statement-breakpoint
ALTER TABLE `booking` ADD `extras` text;--> statement-breakpoint
ALTER TABLE `booking` ADD `extras_total_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `booking` ADD `extras_owed_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `booking` ADD `collect` text DEFAULT 'hotel' NOT NULL;--> statement-breakpoint
ALTER TABLE `booking` ADD `guarantee` text;--> statement-breakpoint
ALTER TABLE `booking` ADD `paid_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `booking` ADD `group_code` text;--> statement-breakpoint
ALTER TABLE `booking` ADD `group_position` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `booking_group` ON `booking` (`group_code`,`group_position`) WHERE "booking"."group_code" is not null;--> statement-breakpoint
UPDATE `booking` SET `paid_cents` = (SELECT `booking_desk`.`paid_cents` FROM `booking_desk` WHERE `booking_desk`.`booking_id` = `booking`.`id`) WHERE `id` IN (SELECT `booking_id` FROM `booking_desk` WHERE `paid_cents` <> 0);