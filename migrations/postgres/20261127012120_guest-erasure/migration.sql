CREATE TABLE "guest_erasure" (
	"booking_id" bigint PRIMARY KEY,
	"hotel_id" integer NOT NULL,
	"code" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "erased_at_ms" bigint;--> statement-breakpoint
ALTER TABLE "hotel" ADD COLUMN "guest_data_years" integer;