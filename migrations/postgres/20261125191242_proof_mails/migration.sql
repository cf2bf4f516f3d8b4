ALTER TABLE "mail" ADD COLUMN "manage_epoch" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "refused_since_ms" bigint;--> statement-breakpoint
CREATE INDEX "mail_first" ON "mail" ("due_at_ms") WHERE "kind" = 'proof' and "due_at_ms" is not null;--> statement-breakpoint
CREATE INDEX "mail_refused_since" ON "mail" ("refused_since_ms","last_at_ms") WHERE "refused_since_ms" is not null;