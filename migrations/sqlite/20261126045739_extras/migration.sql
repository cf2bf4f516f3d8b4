CREATE TABLE `extra` (
	`hotel_id` integer NOT NULL,
	`code` text NOT NULL,
	`name` text NOT NULL,
	`translations` text,
	`per` text NOT NULL,
	`price_cents` integer NOT NULL,
	`max` integer NOT NULL,
	`tax_codes` text,
	`active` integer NOT NULL,
	CONSTRAINT `extra_pk` PRIMARY KEY(`hotel_id`, `code`),
	CONSTRAINT `fk_extra_hotel_id_hotel_id_fk` FOREIGN KEY (`hotel_id`) REFERENCES `hotel`(`id`)
) STRICT, WITHOUT ROWID;
