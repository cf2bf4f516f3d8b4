CREATE TABLE `agreement_text` (
	`hotel_id` integer NOT NULL,
	`sha256` text NOT NULL,
	`text` text NOT NULL,
	CONSTRAINT `agreement_text_pk` PRIMARY KEY(`hotel_id`, `sha256`),
	CONSTRAINT `fk_agreement_text_hotel_id_hotel_id_fk` FOREIGN KEY (`hotel_id`) REFERENCES `hotel`(`id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `hotel` ADD `amenities` text;--> statement-breakpoint
ALTER TABLE `hotel` ADD `house_rules` text;--> statement-breakpoint
ALTER TABLE `hotel` ADD `distances` text;--> statement-breakpoint
ALTER TABLE `hotel` ADD `licence_number` text;--> statement-breakpoint
ALTER TABLE `hotel` ADD `logo_id` text;--> statement-breakpoint
ALTER TABLE `hotel` ADD `colour` text;--> statement-breakpoint
ALTER TABLE `hotel` ADD `agreements` text;--> statement-breakpoint
ALTER TABLE `hotel` ADD `is_listed` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `hotel` ADD `widget_origins` text;