CREATE TABLE `recovery_code` (
	`user_id` text NOT NULL,
	`hash` text NOT NULL,
	CONSTRAINT `recovery_code_pk` PRIMARY KEY(`user_id`, `hash`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `second_factor` (
	`user_id` text PRIMARY KEY,
	`secret` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`confirmed_at_ms` integer,
	`last_step` integer DEFAULT 0 NOT NULL,
	`guesses_until_ms` integer DEFAULT 0 NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `session` (
	`id` text PRIMARY KEY,
	`user_id` text NOT NULL,
	`token_version` integer NOT NULL,
	`agent` text,
	`address` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`seen_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `hotel` ADD `second_factor_required` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `user` ADD `language` text;--> statement-breakpoint
CREATE INDEX `session_user` ON `session` (`user_id`);--> statement-breakpoint
CREATE INDEX `session_expires` ON `session` (`expires_at_ms`);