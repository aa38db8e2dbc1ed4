import { useEffect } from 'react';

type PageMetaProps = {
  title: string;
  /** Said in the description that the page was loaded with, for as long as this page is shown. */
  description?: string;
  /** Not for search engines. */
  isUnlisted?: boolean;
};

/** What browsers, search engines and those who share the address are told of a page. */
export function PageMeta({ title, description, isUnlisted = false }: PageMetaProps) {
  useEffect(() => {
    const meta = document.querySelector<HTMLMetaElement>('meta[name="description"]');
    if (meta === null || description === undefined) return;
    const before = meta.content;
    meta.content = description;
    return () => {
      meta.content = before;
    };
  }, [description]);
  return (
    <>
      <title>{title}</title>
      {isUnlisted ? <meta name="robots" content="noindex" /> : null}
    </>
  );
}
