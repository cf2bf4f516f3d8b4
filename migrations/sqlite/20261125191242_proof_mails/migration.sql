ALTER TABLE `mail` ADD `manage_epoch` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `mail` ADD `refused_since_ms` integer;--> statement-breakpoint
CREATE INDEX `mail_first` ON `mail` (`due_at_ms`) WHERE "mail"."kind" = 'proof' and "mail"."due_at_ms" is not null;--> statement-breakpoint
CREATE INDEX `mail_refused_since` ON `mail` (`refused_since_ms`,`last_at_ms`) WHERE "mail"."refused_since_ms" is not null;