ALTER TABLE `hotel` ADD `phone` text;--> statement-breakpoint
ALTER TABLE `hotel` ADD `email` text;--> statement-breakpoint
ALTER TABLE `hotel` ADD `website` text;--> statement-breakpoint
ALTER TABLE `hotel` ADD `translations` text;--> statement-breakpoint
ALTER TABLE `room_type` ADD `beds` text;--> statement-breakpoint
ALTER TABLE `room_type` ADD `size_m2` integer;--> statement-breakpoint
ALTER TABLE `room_type` ADD `amenities` text;--> statement-breakpoint
ALTER TABLE `room_type` ADD `position` integer;--> statement-breakpoint
ALTER TABLE `room_type` ADD `translations` text;