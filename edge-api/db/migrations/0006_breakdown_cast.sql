-- The people of a movie as its breakdown described them: a prompt that is composed anew describes them in the same words.
alter table projects add column breakdown_cast text not null default '[]';
