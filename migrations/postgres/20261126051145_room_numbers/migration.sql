CREATE TABLE "room_list" (
	"hotel_id" integer PRIMARY KEY,
	"revision" integer NOT NULL,
	"rooms" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "booking_desk" ADD COLUMN "room_numbers" text COLLATE "C";