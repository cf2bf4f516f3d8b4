ALTER TABLE `account_link` ADD `mailbox` text;--> statement-breakpoint
ALTER TABLE `mail` ADD `mailbox` text;--> statement-breakpoint
CREATE INDEX `account_link_mailbox` ON `account_link` (`mailbox`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `mail_mailbox` ON `mail` (`mailbox`,`last_at_ms`);--> statement-breakpoint
CREATE INDEX `mail_waiting` ON `mail` (`mailbox`,`seq`) WHERE "mail"."due_at_ms" is not null;