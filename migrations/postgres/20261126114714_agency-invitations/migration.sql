ALTER TABLE "account_link" ADD COLUMN "agency_id" integer;--> statement-breakpoint
CREATE INDEX "account_link_agency" ON "account_link" ("agency_id","created_at_ms") WHERE "agency_id" is not null;