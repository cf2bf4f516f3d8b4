ALTER TABLE `day` ADD `seen_order` integer;--> statement-breakpoint
CREATE INDEX `booking_revision_hotel` ON `booking_revision` (`hotel_id`,`change_seq`);