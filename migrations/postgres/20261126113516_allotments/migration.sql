CREATE TABLE "agency_night" (
	"hotel_id" integer,
	"room_code" text COLLATE "C",
	"date" text COLLATE "C",
	"agency_id" integer,
	"live" integer DEFAULT 0 NOT NULL,
	"pending" integer DEFAULT 0 NOT NULL,
	"kept_back" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "agency_night_pkey" PRIMARY KEY("hotel_id","room_code","date","agency_id")
);
--> statement-breakpoint
CREATE TABLE "allotment" (
	"hotel_id" integer,
	"room_code" text COLLATE "C",
	"date" text COLLATE "C",
	"agency_id" integer,
	"rooms" integer NOT NULL,
	"release_days" integer NOT NULL,
	CONSTRAINT "allotment_pkey" PRIMARY KEY("hotel_id","room_code","date","agency_id"),
	CONSTRAINT "allotment_rooms" CHECK ("rooms" >= 0)
);
--> statement-breakpoint
ALTER TABLE "hotel" ADD COLUMN "uses_allotments" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "allotment_agency" ON "allotment" ("agency_id","hotel_id");--> statement-breakpoint
INSERT INTO "agency_night" ("hotel_id", "room_code", "date", "agency_id", "live", "pending")
SELECT "hotel_id", "room_code", to_char("night", 'YYYY-MM-DD'), "agency_id", sum("rooms"), sum(CASE "status" WHEN 'pending' THEN "rooms" ELSE 0 END)
FROM "booking", generate_series("checkin"::date, CASE "status" WHEN 'no_show' THEN "checkin"::date ELSE "checkout"::date - 1 END, interval '1 day') AS "night"
WHERE "agency_id" IS NOT NULL AND "status" IN ('pending', 'confirmed', 'no_show') GROUP BY 1, 2, 3, 4;
