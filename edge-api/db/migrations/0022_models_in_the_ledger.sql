-- Which model an attempt was made with, by upstream's name. Null where nobody wrote it down.
alter table ledger add column model text;
update ledger set model = (select json_extract(params, '$.request.upstreamModel') from jobs where jobs.id = ledger.job_id)
where entry = 'reserve';
