ALTER TABLE "vendor" ADD COLUMN "test_of" text COLLATE "C";--> statement-breakpoint
CREATE UNIQUE INDEX "vendor_test" ON "vendor" ("test_of") WHERE "test_of" is not null;