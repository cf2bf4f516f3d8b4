ALTER TABLE "board" ADD COLUMN "translations" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "city" ADD COLUMN "translations" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "rate" ADD COLUMN "translations" text COLLATE "C";