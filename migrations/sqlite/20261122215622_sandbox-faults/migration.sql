CREATE TABLE `sandbox_fault` (
	`id` text PRIMARY KEY,
	`hotel_id` integer NOT NULL,
	`operation` text,
	`answer` text,
	`webhooks` text,
	`times` integer NOT NULL,
	`remaining` integer NOT NULL,
	`created_at_ms` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `sandbox_fault_hotel` ON `sandbox_fault` (`hotel_id`);