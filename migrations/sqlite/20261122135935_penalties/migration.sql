ALTER TABLE `booking_revision` ADD `override` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- What was cancelled, or marked as a no-show, before there were penalties has cost nothing.
UPDATE `hotel_sum` SET `total_price_cents` = 0, `commission_cents` = 0, `folded_total_price_cents` = 0, `folded_commission_cents` = 0 WHERE `status` IN ('cancelled', 'no_show');--> statement-breakpoint
UPDATE `agency_sum` SET `total_price_cents` = 0, `commission_cents` = 0 WHERE `status` IN ('cancelled', 'no_show');--> statement-breakpoint
UPDATE `service_sum` SET `total_price_cents` = 0, `commission_cents` = 0 WHERE `status` IN ('cancelled', 'no_show');
