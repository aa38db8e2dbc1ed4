-- Characters that can be restored for a while: each with its place, its picture, and when it was deleted.
alter table projects add column deleted_characters text not null default '[]';
