//! `cargo xtask surface`: the public items of every library, as its documentation has them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::Context;

use crate::test::shell;
use crate::workspace;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// List the items, one a line, so that two lists can be compared
    #[arg(long)]
    list: bool,
}

/// A public item, and how many methods, fields, variants and associated items of its own are public.
struct Item {
    kind: String,
    path: String,
    members: usize,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut doc = Command::new(env!("CARGO"));
    doc.args(["doc", "--workspace", "--no-deps", "--lib", "--quiet", "--locked"])
        .current_dir(workspace::root());
    shell::run(&mut doc)?;
    let documents = workspace::target()?.join("doc");
    if !arguments.list {
        println!("{:20} {:>6} {:>8}", "crate", "items", "members");
    }
    for name in libraries()? {
        let mut items = Vec::new();
        collect(&documents.join(&name), &name, &mut items)?;
        if arguments.list {
            items.iter().for_each(|Item { kind, path, members }| println!("{kind} {path} {members}"));
        } else {
            let members: usize = items.iter().map(|item| item.members).sum();
            println!("{name:20} {:6} {members:8}", items.len());
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The names of the libraries, as Rust code writes them.
fn libraries() -> anyhow::Result<Vec<String>> {
    let folders = fs::read_dir(workspace::root().join("crates"))?.collect::<Result<Vec<_>, _>>()?;
    let mut names = Vec::new();
    for folder in folders.iter().map(fs::DirEntry::path).filter(|folder| folder.join("src/lib.rs").is_file())
    {
        let manifest: toml::Table = fs::read_to_string(folder.join("Cargo.toml"))?.parse()?;
        names.push(library(&manifest).context("a package has a name")?);
    }
    names.sort();
    Ok(names)
}

/// The name of a package's library, as Rust code writes it: its own, or else that of the package.
fn library(manifest: &toml::Table) -> Option<String> {
    let name = |section: &str| manifest.get(section)?.get("name")?.as_str();
    name("lib").or_else(|| name("package")).map(|name| name.replace('-', "_"))
}

/// Collects the items of a module, and of the modules in it, from their documentation.
fn collect(module: &Path, path: &str, items: &mut Vec<Item>) -> anyhow::Result<()> {
    for (kind, names) in listed(&module.join("sidebar-items.js"))? {
        for name in names {
            let path = format!("{path}::{name}");
            if kind == "mod" {
                collect(&module.join(&name), &path, items)?;
            } else {
                let page = fs::read_to_string(module.join(format!("{kind}.{name}.html")))?;
                items.push(Item { kind: kind.clone(), path, members: members(&page) });
            }
        }
    }
    Ok(())
}

/// The names of a module's items by their kinds.
fn listed(file: &Path) -> anyhow::Result<BTreeMap<String, Vec<String>>> {
    let text = fs::read_to_string(file).with_context(|| format!("{} is missing", file.display()))?;
    let names = text.split_once('=').context("rustdoc lists items in another way")?.1;
    Ok(serde_json::from_str(names.trim().trim_end_matches(';'))?)
}

/// The members that a page describes before it comes to implementations of traits.
fn members(page: &str) -> usize {
    let own = page.split("id=\"trait-implementations\"").next().unwrap_or_default();
    let kinds = ["method", "tymethod", "variant", "structfield", "associatedconstant", "associatedtype"];
    kinds.iter().map(|kind| own.matches(&format!("id=\"{kind}.")).count()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_has_its_own_name_or_that_of_its_package() {
        let names = libraries().unwrap();
        let known = |name: &str| names.iter().any(|known| known == name);
        assert!(known("_spielbaum") && known("spielbaum_learn"), "{names:?}");
        assert!(!known("spielbaum_python"), "{names:?}");
    }

    #[test]
    fn members_are_those_of_the_item_itself() {
        let page = r##"<section id="method.new"><section id="variant.A"><h2 id="trait-implementations"><section id="method.fmt">"##;
        assert_eq!(members(page), 2);
    }
}
