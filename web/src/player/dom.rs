//! Elements whose texts and attributes are only written when they change.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::Reflect;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{Element, HtmlElement};

/// The namespace of SVG elements.
pub(crate) const SVG: &str = "http://www.w3.org/2000/svg";

/// The namespace of HTML elements.
pub(crate) const HTML: &str = "http://www.w3.org/1999/xhtml";

/// An element, and what was last written to it. Writing the same again changes nothing, so an
/// unchanged live region is not announced again, and a running animation continues.
pub(crate) struct CachedElement {
    element: Element,
    // The text has the key "".
    written: RefCell<Vec<(&'static str, Option<String>)>>,
}

impl CachedElement {
    pub(crate) const fn new(element: Element) -> Self {
        Self { element, written: RefCell::new(Vec::new()) }
    }

    pub(crate) const fn element(&self) -> &Element {
        &self.element
    }

    /// Writes the text content.
    pub(crate) fn text(&self, text: &str) {
        if self.is_new("", Some(text)) {
            self.element.set_text_content(Some(text));
        }
    }

    /// Writes an attribute, or removes it.
    pub(crate) fn attribute(&self, name: &'static str, value: Option<&str>) {
        if self.is_new(name, value) {
            // Fails for invalid names only.
            let _ = match value {
                Some(value) => self.element.set_attribute(name, value),
                None => self.element.remove_attribute(name),
            };
        }
    }

    /// Writes an attribute.
    pub(crate) fn set(&self, name: &'static str, value: &str) {
        self.attribute(name, Some(value));
    }

    /// Shows or hides the element.
    pub(crate) fn show(&self, is_visible: bool) {
        self.attribute("hidden", (!is_visible).then_some(""));
    }

    /// Writes the text and shows the element, or hides it.
    pub(crate) fn show_text(&self, text: Option<&str>) {
        self.text(text.unwrap_or_default());
        self.show(text.is_some());
    }

    /// Writes a CSS property of the element. A strict content security policy refuses `style`
    /// attributes, but not this.
    pub(crate) fn style(&self, property: &'static str, value: &str) {
        if self.is_new(property, Some(value))
            && let Some(element) = self.element.dyn_ref::<HtmlElement>()
        {
            // Fails for read-only declarations only.
            let _ = element.style().set_property(property, value);
        }
    }

    /// Writes a JavaScript property of the element, whether or not it was written before: the
    /// reader may have changed it.
    pub(crate) fn property(&self, name: &str, value: &JsValue) {
        let is_equal = Reflect::get(&self.element, &name.into()).is_ok_and(|old| old == *value);
        if !is_equal {
            // Fails for read-only properties only.
            let _ = Reflect::set(&self.element, &name.into(), value);
        }
    }

    /// Remembers a value; returns whether it differs from the one before.
    fn is_new(&self, key: &'static str, value: Option<&str>) -> bool {
        let mut written = self.written.borrow_mut();
        match written.iter_mut().find(|(known, _)| *known == key) {
            Some((_, old)) if old.as_deref() == value => false,
            Some((_, old)) => {
                *old = value.map(str::to_owned);
                true
            }
            None => {
                written.push((key, value.map(str::to_owned)));
                true
            }
        }
    }
}

/// The elements inside of a root, which are found by CSS selectors when they are first needed.
pub(crate) struct Elements {
    root: CachedElement,
    // Few enough for a search one by one; a map would be more code to load.
    found: RefCell<Vec<(String, Rc<CachedElement>)>>,
    lists: RefCell<Vec<(&'static str, Rc<Children>)>>,
}

impl Elements {
    /// The elements inside of a root.
    pub(crate) const fn new(root: Element) -> Self {
        let root = CachedElement::new(root);
        Self { root, found: RefCell::new(Vec::new()), lists: RefCell::new(Vec::new()) }
    }

    /// The element that holds the others.
    pub(crate) const fn root(&self) -> &CachedElement {
        &self.root
    }

    /// The first element that a CSS selector matches. In the place of one that is missing, which no
    /// released build lets happen, there is one that nobody sees.
    pub(crate) fn at(&self, css: &str) -> Rc<CachedElement> {
        if let Some((_, element)) = self.found.borrow().iter().find(|(known, _)| known == css) {
            return Rc::clone(element);
        }
        let root = self.root.element();
        let unseen = || root.clone_node().ok().map(|node| node.unchecked_into());
        let element = root.query_selector(css).ok().flatten().or_else(unseen);
        let element = Rc::new(CachedElement::new(element.unwrap_or_else(|| root.clone())));
        self.found.borrow_mut().push((css.to_owned(), Rc::clone(&element)));
        element
    }

    /// The children of an element that has none yet.
    pub(crate) fn children(
        &self,
        css: &'static str,
        namespace: &'static str,
        tag: &'static str,
    ) -> Rc<Children> {
        let mut lists = self.lists.borrow_mut();
        if let Some((_, children)) = lists.iter().find(|(known, _)| *known == css) {
            return Rc::clone(children);
        }
        let children = Rc::new(Children::new(self.at(css).element().clone(), namespace, tag));
        lists.push((css, Rc::clone(&children)));
        children
    }
}

/// The children of an element that all have the same tag, as many as needed.
pub(crate) struct Children {
    parent: Element,
    namespace: &'static str,
    tag: &'static str,
    nodes: RefCell<Vec<CachedElement>>,
}

impl Children {
    const fn new(parent: Element, namespace: &'static str, tag: &'static str) -> Self {
        Self { parent, namespace, tag, nodes: RefCell::new(Vec::new()) }
    }

    /// Calls `show` with a child for each item, after adding or removing children.
    pub(crate) fn show<T>(
        &self,
        items: impl ExactSizeIterator<Item = T>,
        show: impl Fn(&CachedElement, T),
    ) {
        let mut nodes = self.nodes.borrow_mut();
        while nodes.len() > items.len() {
            nodes.pop().iter().for_each(|node| node.element.remove());
        }
        while nodes.len() < items.len() {
            let Some(element) = new_element(&self.parent, self.namespace, self.tag) else { return };
            nodes.push(CachedElement::new(element));
        }
        for (node, item) in nodes.iter().zip(items) {
            show(node, item);
        }
    }
}

/// Appends a new element to a parent.
pub(crate) fn new_element(parent: &Element, namespace: &str, tag: &str) -> Option<Element> {
    let element = parent.owner_document()?.create_element_ns(Some(namespace), tag).ok()?;
    parent.append_child(&element).ok()?;
    Some(element)
}
