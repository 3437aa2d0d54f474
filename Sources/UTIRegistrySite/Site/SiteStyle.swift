package enum SiteStyle {
  package static let name = "site.css"

  // The contrast of text and background is at least 4.5 to 1 (WCAG 2.2, 1.4.3), which a test
  // computes from this text.
  package static let text = """
    :root {
      color-scheme: light dark;
      --page: #ffffff;
      --raised: #f3f5f8;
      --chosen: #dfe9fb;
      --text: #1b1d21;
      --quiet: #50565f;
      --link: #0b4fb3;
      --line: #6f7782;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #15171a;
        --raised: #1f2226;
        --chosen: #22365a;
        --text: #e9ebee;
        --quiet: #b4bac3;
        --link: #9cc2ff;
        --line: #858d99;
      }
    }
    * { box-sizing: border-box; }
    html { font: 16px/1.5 system-ui, sans-serif; background: var(--page); color: var(--text); }
    body { margin: 0 auto; max-width: 75rem; padding: 0 1rem; }
    a { color: var(--link); }
    :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 2px; }
    main:focus { outline: none; }
    code, kbd { font: 0.92em ui-monospace, monospace; overflow-wrap: anywhere; }
    kbd { border: 1px solid var(--line); border-radius: 3px; padding: 0 0.3em; }
    .skip { position: absolute; left: -100rem; }
    .skip:focus { left: 1rem; top: 0.5rem; background: var(--page); padding: 0.5rem; z-index: 1; }
    header {
      display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; align-items: center;
      justify-content: space-between; padding: 0.75rem 0; border-bottom: 1px solid var(--line);
    }
    header nav a { font-weight: 600; text-decoration: none; }
    form { display: flex; gap: 0.5rem; align-items: center; flex: 0 1 26rem; flex-wrap: wrap; }
    form label { color: var(--quiet); }
    input {
      font: inherit; color: inherit; background: var(--raised); border: 1px solid var(--line);
      border-radius: 4px; padding: 0.3rem 0.6rem; flex: 1 1 10rem; min-width: 0;
    }
    footer { border-top: 1px solid var(--line); color: var(--quiet); margin-top: 3rem; }
    h1 { font-size: 1.6rem; line-height: 1.25; margin: 1.5rem 0 0.25rem; overflow-wrap: anywhere; }
    h2 { font-size: 1.15rem; margin: 2rem 0 0.5rem; }
    .lead { font-size: 1.1rem; margin: 0 0 1rem; }
    .quiet, .origin { color: var(--quiet); }
    .origin { font-size: 0.9rem; }
    ul, ol { padding-left: 1.25rem; margin: 0.25rem 0; }
    ul.plain, ol.plain { list-style: none; padding: 0; }
    ul.jumps { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; }
    dl { display: grid; grid-template-columns: 13rem 1fr; gap: 0.25rem 1rem; margin: 0.5rem 0; }
    dt { color: var(--quiet); }
    dd { margin: 0; overflow-wrap: anywhere; }
    .types li {
      display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 2fr) minmax(0, 1.5fr);
      gap: 0 1rem; padding: 0.2rem 0.25rem; border-bottom: 1px solid var(--raised);
    }
    .types li > * { overflow-wrap: anywhere; }
    .types .tags { color: var(--quiet); font-size: 0.9rem; }
    .drawing { overflow-x: auto; margin: 0; padding: 0.25rem; }
    figure { margin: 1rem 0; }
    figcaption { color: var(--quiet); font-size: 0.9rem; }
    svg { display: block; }
    svg text { font: 12px ui-monospace, monospace; fill: var(--text); }
    svg a text { fill: var(--link); }
    svg rect { fill: var(--raised); stroke: var(--line); }
    svg .asked rect { fill: var(--chosen); stroke-width: 2; }
    svg .asked text { font-weight: 600; }
    svg path { fill: none; stroke: var(--line); stroke-width: 1.25; }
    svg path.explicit, svg path.tag { stroke-dasharray: 6 3; }
    svg path.implicit, svg path.inferred { stroke-dasharray: 2 3; }
    @media (max-width: 40rem) {
      dl { grid-template-columns: 1fr; gap: 0; }
      dd { margin: 0 0 0.5rem; }
      .types li { grid-template-columns: 1fr; }
    }

    """
}
