-- A scene's clip can be made by another model than its project's; null is the project's.
alter table scenes add column model text;
