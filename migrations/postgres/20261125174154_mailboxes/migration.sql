ALTER TABLE "account_link" ADD COLUMN "mailbox" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "mailbox" text COLLATE "C";--> statement-breakpoint
CREATE INDEX "account_link_mailbox" ON "account_link" ("mailbox","created_at_ms");--> statement-breakpoint
CREATE INDEX "mail_mailbox" ON "mail" ("mailbox","last_at_ms");--> statement-breakpoint
CREATE INDEX "mail_waiting" ON "mail" ("mailbox","seq") WHERE "due_at_ms" is not null;