ALTER TABLE `vendor` ADD `test_of` text;--> statement-breakpoint
CREATE UNIQUE INDEX `vendor_test` ON `vendor` (`test_of`) WHERE "vendor"."test_of" is not null;