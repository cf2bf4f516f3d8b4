ALTER TABLE "hotel" ADD COLUMN "phone" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "hotel" ADD COLUMN "email" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "hotel" ADD COLUMN "website" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "hotel" ADD COLUMN "translations" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "room_type" ADD COLUMN "beds" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "room_type" ADD COLUMN "size_m2" integer;--> statement-breakpoint
ALTER TABLE "room_type" ADD COLUMN "amenities" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "room_type" ADD COLUMN "position" integer;--> statement-breakpoint
ALTER TABLE "room_type" ADD COLUMN "translations" text COLLATE "C";