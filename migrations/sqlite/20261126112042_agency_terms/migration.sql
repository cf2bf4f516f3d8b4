CREATE TABLE `agency_terms` (
	`hotel_id` integer NOT NULL,
	`agency_id` integer NOT NULL,
	`commission_bp` integer,
	`rate_codes` text NOT NULL,
	`option_days` integer,
	`payment_days` integer NOT NULL,
	`guest_acts` integer NOT NULL,
	`stop_sale` integer NOT NULL,
	`credit_limit_cents` integer,
	`active` integer NOT NULL,
	`owed_cents` integer DEFAULT 0 NOT NULL,
	CONSTRAINT `agency_terms_pk` PRIMARY KEY(`hotel_id`, `agency_id`),
	CONSTRAINT `fk_agency_terms_hotel_id_hotel_id_fk` FOREIGN KEY (`hotel_id`) REFERENCES `hotel`(`id`),
	CONSTRAINT `fk_agency_terms_agency_id_agency_id_fk` FOREIGN KEY (`agency_id`) REFERENCES `agency`(`id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `agency_terms_agency` ON `agency_terms` (`agency_id`,`hotel_id`);--> statement-breakpoint
INSERT INTO "agency_terms" ("hotel_id", "agency_id", "commission_bp", "rate_codes", "option_days", "payment_days", "guest_acts", "stop_sale", "credit_limit_cents", "active", "owed_cents") SELECT "hotel_id", "agency_id", NULL, '[]', NULL, 30, 0, 0, 0, 0, sum("owed_cents") FROM (SELECT "hotel_id", "agency_id", CASE WHEN "status" IN ('cancelled', 'no_show') THEN coalesce("penalty_cents", 0) + "extras_owed_cents" ELSE "total_price_cents" + "extras_total_cents" END - coalesce("commission_cents", 0) - "paid_cents" AS "owed_cents" FROM "booking" NOT INDEXED WHERE "agency_id" IS NOT NULL AND "collect" = 'agency' AND "status" <> 'expired' AND "hotel_id" > 0) AS "owed" WHERE "owed_cents" > 0 GROUP BY "hotel_id", "agency_id";