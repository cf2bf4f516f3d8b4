CREATE TABLE "sandbox_fault" (
	"id" text COLLATE "C" PRIMARY KEY,
	"hotel_id" integer NOT NULL,
	"operation" text COLLATE "C",
	"answer" text COLLATE "C",
	"webhooks" text COLLATE "C",
	"times" integer NOT NULL,
	"remaining" integer NOT NULL,
	"created_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "sandbox_fault_hotel" ON "sandbox_fault" ("hotel_id");