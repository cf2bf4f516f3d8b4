CREATE TABLE "agreement_text" (
	"hotel_id" integer,
	"sha256" text COLLATE "C",
	"text" text COLLATE "C" NOT NULL,
	CONSTRAINT "agreement_text_pkey" PRIMARY KEY("hotel_id","sha256")
);
--> statement-breakpoint
ALTER TABLE "hotel" ADD COLUMN "amenities" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "hotel" ADD COLUMN "house_rules" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "hotel" ADD COLUMN "distances" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "hotel" ADD COLUMN "licence_number" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "hotel" ADD COLUMN "logo_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "hotel" ADD COLUMN "colour" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "hotel" ADD COLUMN "agreements" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "hotel" ADD COLUMN "is_listed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "hotel" ADD COLUMN "widget_origins" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "agreement_text" ADD CONSTRAINT "agreement_text_hotel_id_hotel_id_fkey" FOREIGN KEY ("hotel_id") REFERENCES "hotel"("id");