-- Marks the file: revisions may be short texts from here on (`stored-record.ts`), which earlier versions cannot read.
SELECT 1;
