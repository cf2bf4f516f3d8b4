-- SQLite rewrites the column's definition alone; drizzle-kit would copy every booking into a new table.
ALTER TABLE `booking` ALTER COLUMN `email` DROP NOT NULL;
